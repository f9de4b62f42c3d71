# Belongs to hbase-site-small.xml.
#
# Heap: 2 GB, of which 0.2 are index and bloom blocks and 0.4 memstores.
# Direct memory, in MB:
#     3072   data blocks (hbase.bucketcache.size)
#   +   59   HBase's pool of buffers (15 handlers × 2 × 31 buffers × 65 KB)
#   +  453   left over for the network and the file system
#   = 3584
# Machine: 2 GB + 3.5 GB, and 2.5 GB for the operating system and a DataNode.
export HBASE_REGIONSERVER_OPTS="$HBASE_REGIONSERVER_OPTS -Xms2g -Xmx2g -XX:MaxDirectMemorySize=3584m"

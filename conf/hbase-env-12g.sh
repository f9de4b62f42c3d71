# Belongs to hbase-site-12g.xml.
#
# Heap: 16 GB, of which 0.2 are index and bloom blocks and 0.4 memstores.
# Direct memory, in MB:
#     12288   data blocks (hbase.bucketcache.size)
#   +   119   HBase's pool of buffers (30 handlers × 2 × 31 buffers × 65 KB)
#   +   905   left over for the network and the file system
#   = 13312
# Machine: 16 GB + 13 GB, and what the operating system and a DataNode need.
export HBASE_REGIONSERVER_OPTS="$HBASE_REGIONSERVER_OPTS -Xms16g -Xmx16g -XX:MaxDirectMemorySize=13312m"

# Belongs to hbase-site-100g.xml.
#
# Heap: 31 GB, the largest with compressed references; 0.25 are index and bloom blocks and 0.4
# memstores.
# Direct memory, in MB:
#     102400   data blocks (hbase.bucketcache.size)
#   +    296   HBase's pool of buffers (75 handlers × 2 × 31 buffers × 65 KB)
#   +   1752   left over for the network and the file system
#   = 104448
# Machine: 31 GB + 102 GB, and what the operating system and a DataNode need: 160 GB or more.
export HBASE_REGIONSERVER_OPTS="$HBASE_REGIONSERVER_OPTS -Xms31g -Xmx31g -XX:MaxDirectMemorySize=104448m"

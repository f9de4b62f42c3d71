export HBASE_CLASSPATH=/opt/strata/lib/strata-readpath-0.1.0.jar
export HBASE_REGIONSERVER_OPTS="$HBASE_REGIONSERVER_OPTS -Xmx4g -XX:MaxDirectMemorySize=5g"

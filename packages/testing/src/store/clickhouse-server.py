"""A ClickHouse server: python3 clickhouse-server.py LIBRARY CONFIG DIRECTORY

LIBRARY is the engine of the embedded event store, which contains ClickHouse's own HTTP server. It serves until this
process is killed, or the one that started it has ended.
"""

import ctypes
import os
import sys
import threading
import time

library, config, directory = sys.argv[1:4]
# As long as this query runs, the program does not end.
FOREVER = """
SYSTEM START LISTEN HTTP;
SELECT sleepEachRow(1) FROM numbers(1000000000)
SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 3000000 FORMAT Null
"""


def end_with(parent):
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


threading.Thread(target=end_with, args=[os.getppid()], daemon=True).start()
engine = ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
parameters = ["clickhouse", "--path", os.path.join(directory, "data"), "--config-file", config]
parameters += ["--logger.log", os.path.join(directory, "log"), "--logger.level", "warning", "--query", FOREVER]
engine.chdb_query_cmdline.restype = ctypes.c_void_p
engine.chdb_result_error.restype = ctypes.c_char_p
engine.chdb_result_error.argtypes = [ctypes.c_void_p]
result = engine.chdb_query_cmdline(
    len(parameters), (ctypes.c_char_p * len(parameters))(*[text.encode() for text in parameters])
)
sys.exit((engine.chdb_result_error(result) or b"The server ended").decode())

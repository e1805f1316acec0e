"""Prints a topic's records of JSON as lines: pip install kafka-python; python3 read_topic.py host:9092 footfall-events"""
import json, sys
from kafka import KafkaConsumer

brokers, topic = sys.argv[1:]
consumer = KafkaConsumer(
    topic, bootstrap_servers=brokers.split(","), group_id="warehouse", auto_offset_reset="earliest"
)
for record in consumer:
    if record.value[:1] == b"{":
        envelope = json.loads(record.value)
        del envelope["loader"]
        print(json.dumps(envelope, ensure_ascii=False, separators=(",", ":")), flush=True)

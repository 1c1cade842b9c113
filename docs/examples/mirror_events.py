"""The events in a value of the forward or mirror topic; those in a CoalescedUpdate one by one."""
import sys


def long(data, at):  # Avro's long: zigzag, seven bits a byte, the lowest first
    value, shift = 0, 0
    while True:
        value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
        if data[at - 1] < 128:
            return (value >> 1) ^ -(value & 1), at


def events(value, sequence=None):  # gives (schema id, sequence, event time in ms, framed event)
    schema, (time, at) = int.from_bytes(value[1:5], "big"), long(value, 5)
    if schema != 2:  # with a schema registry: the id that it gives CoalescedUpdate
        yield schema, sequence, time, value
        return
    count, at = long(value, at)
    while count:  # an array comes in blocks, the last one empty
        at = long(value, at)[1] if count < 0 else at  # the block's size in bytes
        for _ in range(abs(count)):
            sequence, at = long(value, at)
            length, at = long(value, at)
            yield from events(value[at : at + length], sequence)
            at += length
        count, at = long(value, at)


if __name__ == "__main__":  # values as lines of hexadecimal digits
    for line in sys.stdin:
        for schema, sequence, time, event in events(bytes.fromhex(line)):
            print(schema, sequence, time, event.hex())

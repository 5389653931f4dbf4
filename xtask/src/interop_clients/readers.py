"""What the YAML readers of Python make of texts: JSON lines in, JSON lines out.

Each line that comes in is `{"id": …, "yaml": …}`. Each line that goes out names the reader, says
whether the text loads, and gives the fields `name` and `description` with their types.
"""

import json
import math
import sys

import strictyaml
import yaml

sys.setrecursionlimit(2000)


def typed(value):
    if value is None:
        return ["null"]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["number", str(float(value))] if abs(value) < 2**1000 else ["number", "huge"]
    if isinstance(value, float):
        return ["number", "nan" if math.isnan(value) else str(value)]
    if isinstance(value, str):
        # Python keeps the halves of a surrogate pair apart; one half is no character.
        return ["text", value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")]
    if isinstance(value, list):
        return ["list"]
    if isinstance(value, dict):
        return ["map"]
    return ["date"]


def fields(data):
    if data is None:
        return {"root": "null"}
    if not isinstance(data, dict):
        return {"root": "other"}
    found = {key: typed(data[key]) for key in ("name", "description") if key in data}
    return {"root": "map", **found}


READERS = {
    "pyyaml": yaml.safe_load,
    "strictyaml": lambda text: strictyaml.load(text).data,
}


def main():
    lines = sys.stdin.buffer.read().split(b"\n")
    for line in lines:
        if not line.strip():
            continue
        row = json.loads(line)
        for reader, load in READERS.items():
            answer = {"id": row["id"], "reader": reader}
            try:
                answer.update(ok=True, **fields(load(row["yaml"])))
            except Exception as error:  # whatever the reader throws is its answer
                answer.update(ok=False, error=type(error).__name__)
            sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")


main()

"""The baseline for the list's requests per core: the same server program with an application that returns nothing.

usage: bare_answer.py PORT
"""

import sys

import uvicorn
from fastapi import FastAPI

app = FastAPI(openapi_url=None)


@app.post("/")
async def respond() -> dict[str, str]:
    return {}


if __name__ == "__main__":
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
    )

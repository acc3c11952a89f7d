# Image for the page and the API. Neo4j runs in a separate container (docker-compose.yml), so this
# image needs no Java and no jars. It runs as user 10001 and writes only to /data, /models, and /tmp.
FROM python:3.11-slim

RUN useradd --uid 10001 --create-home narabot \
    && mkdir -p /data /models \
    && chown narabot:narabot /data /models

WORKDIR /opt/narabot
COPY pyproject.toml constraints.txt README.md LICENSE CHANGELOG.md app.py ./
COPY .streamlit .streamlit
COPY narabot narabot
COPY ingest ingest
COPY prompts prompts
COPY sample sample
RUN pip install --no-cache-dir -c constraints.txt '.[login]'

USER 10001:10001
WORKDIR /home/narabot
ENV NARABOT_DATA_DIR=/data \
    HF_HOME=/models \
    NARABOT_CACHE_DIR=/models/narabot \
    XDG_CACHE_HOME=/tmp/cache \
    PYTHONDONTWRITEBYTECODE=1
EXPOSE 8501 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=5)"]
CMD ["narabot", "chat", "--host", "0.0.0.0"]

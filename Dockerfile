# The chat; its Neo4j runs beside it (docker-compose.yml), so neither Java nor jars are needed here.
FROM python:3.11-slim

RUN useradd --create-home narabot \
    && mkdir -p /data /models \
    && chown narabot:narabot /data /models

WORKDIR /opt/narabot
COPY pyproject.toml constraints.txt README.md LICENSE CHANGELOG.md app.py ./
COPY .streamlit .streamlit
COPY narabot narabot
COPY ingest ingest
COPY prompts prompts
COPY sample sample
RUN pip install --no-cache-dir -c constraints.txt .

USER narabot
WORKDIR /home/narabot
ENV NARABOT_DATA_DIR=/data HF_HOME=/models NARABOT_CACHE_DIR=/models/narabot
EXPOSE 8501
CMD ["narabot", "chat", "--host", "0.0.0.0"]

/** Path below which exporters of OpenTelemetry add their own: `/v1/traces` and `/v1/logs`. */
export const OTLP_PATH = '/otlp'

/** Environment variables with which an application sends spans and log records here. Metrics are not taken. */
export const exporterSettings = (
  url: string,
  token: string,
): string => `OTEL_EXPORTER_OTLP_ENDPOINT=${url}${OTLP_PATH}
OTEL_EXPORTER_OTLP_HEADERS=Authorization=${token}
OTEL_SERVICE_NAME=my-app
OTEL_METRICS_EXPORTER=none`

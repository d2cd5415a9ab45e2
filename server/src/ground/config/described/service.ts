import type { Subject } from './subject.ts'

export const service: Subject = {
  title: 'The service',
  settings: [
    {
      names: ['NODE_ENV'],
      words:
        '`production` refuses a start that is not fit for it: without `JWT_SECRET` or `SIWE_DOMAINS`. Nothing is believed then that only a code host could confirm',
    },
    {
      names: ['HOST', 'PORT', 'BASE_PATH'],
      words: 'Where it listens',
      usual: { HOST: '127.0.0.1', BASE_PATH: '/api' },
    },
    {
      names: ['DATA_DIR'],
      words: "The embedded database, people's files, and the secret where none is set",
      usual: { DATA_DIR: './data' },
    },
    {
      names: ['JWT_SECRET'],
      words: 'Signs sessions, and its SHA-256 digest is the mail key. At least 32 bytes',
      unset: { JWT_SECRET: 'made once' },
    },
    {
      names: ['JWT_SECRET_PREVIOUS'],
      words:
        'Older secrets, by commas: still accepted. `npm run rekey` seals the stored mail anew; then they can go',
    },
    { names: ['CORS_ORIGINS'], words: 'Origins whose pages may call the API, by commas' },
    {
      names: ['TRUST_PROXY'],
      words:
        'Whose `X-Forwarded-For` and `-Proto` are believed: addresses or networks, a number of hops, or `true` for one. Behind a proxy set it, or everyone counts as one client',
      usual: { TRUST_PROXY: 'false' },
    },
    {
      names: ['SHUTDOWN_DELAY'],
      words:
        'Seconds that the service goes on after SIGTERM with `/readyz` at 503, so that balancers look elsewhere before the port closes',
      unset: { SHUTDOWN_DELAY: '`0`, in production `5`' },
    },
    { names: ['LOG_LEVEL'], words: 'JSON lines on standard output', usual: { LOG_LEVEL: 'info' } },
    {
      names: ['METRICS'],
      words:
        '`on`: `/metrics` beside the interface, for programs on the same machine that come through no proxy; `off`; or a port or `host:port` that has `/metrics`, `/healthz` and `/readyz` and nothing else. Probes are best asked there: they are answered however many connections the interface has',
      usual: { METRICS: 'on' },
    },
    {
      names: ['METRICS_TOKEN'],
      words:
        'A program that brings it (`Authorization: Bearer ...`) reads `/metrics` beside the interface from anywhere',
    },
    { names: ['DOCS'], words: '`off`: neither `/api/docs` nor `/api/openapi.json`', usual: { DOCS: 'on' } },
    {
      names: ['AUDIT_DAYS'],
      words: 'Days that sign-ins and refusals stay in the audit log; what moves money stays for ever',
    },
    {
      names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
      words: 'Where traces go, by OTLP over HTTP: `http://collector:4318`',
    },
    {
      names: [
        'OTEL_SERVICE_NAME',
        'OTEL_EXPORTER_OTLP_HEADERS',
        'OTEL_TRACES_SAMPLER',
        'OTEL_TRACES_SAMPLER_ARG',
        'OTEL_RESOURCE_ATTRIBUTES',
      ],
      words:
        'As OpenTelemetry has them everywhere: the name of the service in traces, what the collector wants to be sent, how many requests are traced, and what else is told of the service',
      usual: { OTEL_SERVICE_NAME: 'furrow' },
      unset: {
        OTEL_EXPORTER_OTLP_HEADERS: 'none',
        OTEL_TRACES_SAMPLER: 'all',
        OTEL_TRACES_SAMPLER_ARG: '`1`',
        OTEL_RESOURCE_ATTRIBUTES: 'none',
      },
    },
    {
      names: ['DEMO_DIR'],
      words: 'Where `npm start -- --demo` keeps its village; read by nothing else',
      usual: { DEMO_DIR: './demo-data' },
      elsewhere: true,
    },
  ],
}

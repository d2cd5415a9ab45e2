import type { Reader } from './reader.ts'

export type TracingConfig = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  readonly ratio: number
  /** Whether to follow the sampling decision of a trace that began elsewhere. */
  readonly followsParent: boolean
}

const samplers = ['always_on', 'always_off', 'traceidratio']

export function readTracing(read: Reader): TracingConfig | null {
  const { text, number, problems } = read
  const own = read.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '')
  const base = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', '')
  const isOff = text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || text('OTEL_TRACES_EXPORTER') === 'none'
  if (isOff || own + base === '') return null

  const protocol =
    text('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json'
  if (!protocol.startsWith('http/'))
    problems.push(`OTEL_EXPORTER_OTLP_PROTOCOL must be http/json; it is "${protocol}".`)
  const [, parent = '', sampler = ''] =
    /^(parentbased_)?(.*)$/.exec(text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on') ?? []
  if (!samplers.includes(sampler))
    problems.push(
      `OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, or one of them after "parentbased_"; it is "${parent}${sampler}".`,
    )
  const share = number('OTEL_TRACES_SAMPLER_ARG', 1, { min: 0, max: 1 })
  return {
    url: own === '' ? `${base}/v1/traces` : own,
    headers: readPairs(
      read,
      text('OTEL_EXPORTER_OTLP_TRACES_HEADERS') === null
        ? 'OTEL_EXPORTER_OTLP_HEADERS'
        : 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    ),
    resource: {
      ...readPairs(read, 'OTEL_RESOURCE_ATTRIBUTES'),
      'service.name': text('OTEL_SERVICE_NAME') ?? 'furrow',
    },
    ratio: { always_on: 1, always_off: 0 }[sampler] ?? share,
    followsParent: parent !== '',
  }
}

/** `name=value`, separated by commas; the values are percent-encoded. They may be secret, and are not repeated. */
function readPairs({ list, problems }: Reader, name: string): Record<string, string> {
  const pairs = list(name).map(pair => /^([\w.-]+) *= *(.*)$/.exec(pair))
  try {
    return Object.fromEntries(
      pairs.map(pair => {
        if (pair === null) throw new URIError()
        const [, key = '', value = ''] = pair
        return [key, decodeURIComponent(value)]
      }),
    )
  } catch {
    problems.push(`${name} must list pairs such as name=value, by commas.`)
    return {}
  }
}

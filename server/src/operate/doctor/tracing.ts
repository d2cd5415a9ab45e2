import { probe } from '../../ground/clients/probe.ts'
import { type Check, fine, warning } from './check.ts'

export const tracing: Check = {
  about: 'Traces',
  async look({ config }) {
    if (config.tracing === null) return [fine('None are sent: OTEL_EXPORTER_OTLP_ENDPOINT is not set.')]
    // An empty batch: a collector takes it, whatever else it says of the settings.
    const status = await probe(config.tracing.url, { resourceSpans: [] }, config.tracing.headers).then(
      answer => answer.status,
      () => null,
    )
    if (status === null)
      return [
        warning(
          'The collector of OTEL_EXPORTER_OTLP_ENDPOINT does not answer: traces are lost.',
          'See whether it runs, and whether this machine may reach it; or take the setting out.',
        ),
      ]
    if (status >= 400)
      return [
        warning(
          `The collector of OTEL_EXPORTER_OTLP_ENDPOINT answers ${status}: traces may be lost.`,
          'See the path of the endpoint (/v1/traces is added to it), and OTEL_EXPORTER_OTLP_HEADERS.',
        ),
      ]
    return [fine('The collector takes traces.')]
  },
}

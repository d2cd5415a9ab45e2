import { probe } from '../../ground/clients/probe.ts'
import { didOf } from '../../outside/credentials/issuer.ts'
import { type Check, fine, warning } from './check.ts'

/** Whether others find the keys by which they check credentials. A machine may not reach itself by its public name. */
export const credentials: Check = {
  about: 'Credentials',
  async look({ config }) {
    // Without a domain, nobody else reaches it yet: the public address says so.
    if (config.credentials === null || (config.givenUrl ?? config.siweDomains) === null) return []
    const { hostname, origin, protocol } = new URL(config.publicUrl)
    const url = `${origin}/.well-known/did.json`
    const did = didOf(config)
    const isName = protocol === 'https:' && /[a-z]/i.test(hostname) && !hostname.startsWith('[')
    if (!isName)
      return [
        warning(
          `${did} is no identifier that others could look up: did:web needs https and a domain.`,
          'Set PUBLIC_URL to the address where people reach the service, before anybody takes a credential along.',
        ),
      ]
    const answer = await probe(url).catch(() => null)
    return [
      answer?.status === 200 && answer.text.includes(JSON.stringify(did))
        ? fine(`${url} has the keys that sign credentials.`)
        : warning(
            `${url} does not answer with the DID document of this service from here.`,
            'See that DNS, certificate and proxy pass that path on to the service, or set CREDENTIALS=off.',
          ),
    ]
  },
}

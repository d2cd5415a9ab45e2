import { probe } from '../../ground/clients/probe.ts'
import { type Check, fine, type Patient, type Seen, warning } from './check.ts'

/** Whether people can reach the service where they sign in. A machine may not reach itself by its public name, so this only warns. */
export const publicAddress: Check = {
  about: 'Public address',
  async look(patient) {
    const { siweDomains } = patient.config
    if (siweDomains === null)
      return [
        warning(
          'SIWE_DOMAINS is not set: a page of any domain may have people sign in here.',
          'Set it to the domain of the web client, such as furrow.example.org.',
        ),
      ]
    return Promise.all(siweDomains.map(domain => lookAt(patient, domain)))
  },
}

async function lookAt({ config }: Patient, domain: string): Promise<Seen> {
  const isLocal = /^(localhost|127[.]|\[::1\])/.test(domain)
  const url = `${isLocal ? 'http' : 'https'}://${domain}${config.basePath}/config`
  const mend =
    'See that its DNS, certificate and proxy lead here, and that the proxy passes on the path of BASE_PATH. If the interface is elsewhere than the web client, this can stay.'
  const answer = await probe(url).catch(() => null)
  if (answer === null) return warning(`${url} does not answer from here.`, mend)
  if (answer.status !== 200 || !answer.text.includes('"reviewWindowHours"'))
    return warning(`${url} answers with status ${answer.status}, and not as this service does.`, mend)
  return fine(`${url} answers.`)
}

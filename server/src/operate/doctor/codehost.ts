import { probe } from '../../ground/clients/probe.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { type Check, fine, type Patient, type Seen, warning, wrong } from './check.ts'

export const codeHost: Check = {
  about: 'Code host',
  async look(patient) {
    const { config } = patient
    if (config.codehost === null)
      return [
        config.production
          ? warning(
              'None is set: no merge can prove work.',
              'Set CODEHOST_KIND, CODEHOST_TOKEN and the others.',
            )
          : fine('None is set: merges are believed as they are told.'),
      ]
    const { apiUrl, client, token, webhookSecret } = config.codehost
    const answer = await probe(apiUrl).catch(() => null)
    if (answer === null || answer.status >= 500)
      return [
        wrong(
          answer === null ? `${apiUrl} does not answer.` : `${apiUrl} answers with status ${answer.status}.`,
          'See CODEHOST_URL and CODEHOST_API_URL, and whether this machine may reach it.',
        ),
      ]
    const seen: Seen[] = [token === null ? withoutToken(patient) : await lookAtToken(patient, token)]
    if (client === null)
      seen.push(
        warning(
          'Nobody can link an account by signing in there.',
          'Make an OAuth application at the host, and set CODEHOST_CLIENT_ID and CODEHOST_CLIENT_SECRET.',
        ),
      )
    if (webhookSecret === null)
      seen.push(fine('No webhook is set up: merges are told by CI jobs, or by people.'))
    return seen
  },
}

function withoutToken({ config }: Patient): Seen {
  return config.codehost?.kind === 'github'
    ? warning(
        'It answers, but there is no CODEHOST_TOKEN: only the words of a pull request say what it closes, and few questions a minute are allowed.',
        'Set CODEHOST_TOKEN to a token that reads the repositories of quests.',
      )
    : fine('It answers; there is no CODEHOST_TOKEN, so only public repositories can be read.')
}

async function lookAtToken({ codehost }: Patient, token: string): Promise<Seen> {
  try {
    const account = await codehost?.readAccount(token)
    const low = codehost?.readQuotas().find(({ limit, remaining }) => remaining < limit / 10)
    if (low === undefined) return fine(`It answers, and knows the token as ${account?.login}.`)
    return warning(
      `It knows the token as ${account?.login}, and allows ${low.remaining} of ${low.limit} more questions until ${new Date(low.resetAt).toISOString()}.`,
      'See who else uses the token; due work is looked at when the host allows it again.',
    )
  } catch (error) {
    if (error instanceof BadRequestError)
      return wrong('It does not accept CODEHOST_TOKEN.', 'Make a new token, and set it.')
    return wrong(
      'It answers, but not to the token right now.',
      'See whether the host is in trouble, and try again.',
    )
  }
}

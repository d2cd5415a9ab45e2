import { installAt } from '../../ground/clients/codehost/app-token.ts'
import type { SeenApp } from '../../ground/clients/codehost/codehost.ts'
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
    const { apiUrl, bot, token } = config.codehost
    const answer = await probe(apiUrl).catch(() => null)
    if (answer === null || answer.status >= 500)
      return [
        wrong(
          answer === null ? `${apiUrl} does not answer.` : `${apiUrl} answers with status ${answer.status}.`,
          'See CODEHOST_URL and CODEHOST_API_URL, and whether this machine may reach it.',
        ),
      ]
    const seen = token === null ? await withoutToken(patient) : [await lookAtToken(patient, token)]
    const { codehost } = patient
    if (codehost === null) return seen
    if ((await codehost.readClient()) === null)
      seen.push(
        warning(
          'Nobody can link an account by signing in there.',
          'Make an OAuth application at the host, and set CODEHOST_CLIENT_ID and CODEHOST_CLIENT_SECRET; or connect GitHub at /setup.',
        ),
      )
    if (!(await codehost.takesWebhooks()))
      seen.push(
        bot === null
          ? fine('No webhook is set up: merges are told by CI jobs, or by people.')
          : warning(
              'CODEHOST_BOT is on, but no webhook is set up, so the bot hears of nothing.',
              'Connect GitHub at /setup, or set CODEHOST_TOKEN and CODEHOST_WEBHOOK_SECRET.',
            ),
      )
    return seen
  },
}

async function withoutToken(patient: Patient): Promise<Seen[]> {
  if (patient.config.codehost?.kind !== 'github')
    return [fine('It answers; there is no CODEHOST_TOKEN, so only public repositories can be read.')]
  const seen = (await patient.codehost?.app?.look()) ?? null
  if (seen !== null) return lookAtApp(seen)
  return [
    warning(
      'It answers, but there is no CODEHOST_TOKEN: only the words of a pull request say what it closes, and few questions a minute are allowed.',
      'Connect GitHub at /setup; or set CODEHOST_TOKEN to a token that reads the repositories of quests.',
    ),
  ]
}

function lookAtApp({ app, installations }: SeenApp): Seen[] {
  const { slug } = app
  if (installations === null)
    return [
      wrong(
        `It does not know the app ${slug} any more, or not by its key.`,
        'Connect GitHub again at /setup.',
      ),
    ]
  if (installations.length === 0)
    return [
      warning(
        `It knows the app ${slug}, which is installed nowhere yet.`,
        `Install it in the repositories of quests: ${installAt(app)}`,
      ),
    ]
  const lost = installations.filter(({ repositories }) => repositories === null)
  return [
    fine(`It knows the app ${slug}, which ${installations.length} accounts have installed.`),
    ...lost.map(({ account, suspended }) =>
      warning(
        `The app may do nothing in the repositories of ${account}: its installation is ${suspended ? 'suspended' : 'refused'}.`,
        `Ask ${account} to allow it again, or to install it anew: ${installAt(app)}`,
      ),
    ),
  ]
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

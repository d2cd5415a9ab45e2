import type { CheckedRepository, Finding } from '@furrow/sdk/contract'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { readHeardOf } from '../../quests/codehost/heard.ts'
import { readRepoName } from '../../quests/verify/links.ts'
import { fine, type Seen, warning, wrong } from '../doctor/check.ts'
import { showHeard } from './show.ts'

export async function checkRepository(context: Context, given: string): Promise<CheckedRepository> {
  const { codehost, config } = context
  if (codehost === null || config.codehost === null)
    throw new UnavailableError('No code host is configured: set CODEHOST_KIND and the others.', {
      code: 'codehost-not-configured',
    })
  const repository = readRepoName(given, config.codehost.url, 'repository')
  const last = (await readHeardOf(context, [repository])).get(repository.toLowerCase())
  const seen: readonly (readonly [about: string, Seen])[] = [
    ['Access', await lookAtAccess(codehost, repository)],
    [
      'Webhook',
      last === undefined
        ? warning(
            'No signed delivery about this repository has come yet.',
            'Set the webhook up as the steps say, and write a comment in an issue there; the host lists its deliveries with the answers.',
          )
        : fine(`The last delivery was "${last.kind}", at ${instant(last.at)}.`),
    ],
  ]
  const findings: Finding[] = seen.map(([about, one]) => ({ about, ...one }))
  return {
    ok: findings.every(({ state }) => state === 'fine'),
    findings,
    lastDelivery: last === undefined ? null : showHeard(last),
  }
}

async function lookAtAccess(codehost: CodeHost, repository: string): Promise<Seen> {
  try {
    const access = await codehost.readAccess(repository)
    if (access === 'none')
      return wrong(
        `The service cannot read ${repository}.`,
        'See its name; and that the token may read it, or that the app is installed there.',
      )
    if (access === 'anybody')
      return warning(
        `The service reads ${repository} as anybody could, and may write nothing there.`,
        'Install the app there, or set CODEHOST_TOKEN to a token that may write issues.',
      )
    return fine(`The service reads ${repository} by its own right.`)
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    return wrong(error.message, 'See the finding about the code host.')
  }
}

import { type KeyScope, keyScopes, keyStatement, mostKeyDays } from '@furrow/sdk/contract'
import { day } from '../../ground/clock.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { SignInMessage } from './plain-message.ts'

export type KeyTerms = {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly lifetime: number
  /** An agent has it, a program that decides by itself: its deeds are marked. */
  readonly agent: boolean
}

/**
 * The terms are the statement and, as resources (EIP-4361), `urn:furrow:key:<name>`, `urn:furrow:scope:<scope>` for
 * each scope, `urn:furrow:days:<days>`, and for an agent's `urn:furrow:agent:true`. @throws BadRequestError
 */
export function readKeyTerms({ statement, resources = [] }: SignInMessage): KeyTerms {
  if (statement !== keyStatement)
    throw new BadRequestError(`The statement of a message that makes an API key is: ${keyStatement}`, {
      code: 'key-terms-invalid',
    })
  const of = (kind: string) =>
    resources.flatMap(resource =>
      resource.startsWith(`urn:furrow:${kind}:`) ? resource.slice(`urn:furrow:${kind}:`.length) : [],
    )
  const [names, scopes, days, agent] = [of('key'), of('scope'), of('days'), of('agent')]
  const isAgent = agent.length === 1 && agent[0] === 'true'
  if (names.length !== 1 || days.length !== 1 || resources.length !== 2 + scopes.length + (isAgent ? 1 : 0))
    throw new BadRequestError(
      'The resources of the message are urn:furrow:key:<name>, urn:furrow:scope:<scope> for each, urn:furrow:days:<days>, and for an agent urn:furrow:agent:true.',
      { code: 'key-terms-invalid' },
    )
  return {
    name: readName(names[0] ?? ''),
    scopes: readScopes(scopes),
    lifetime: readDays(days[0] ?? '') * day,
    agent: isAgent,
  }
}

function readName(encoded: string): string {
  const name = decode(encoded)
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@/-]{0,63}$/u.test(name))
    throw new BadRequestError('The name of an API key has 1 to 64 letters, digits, spaces and . _ @ / -.', {
      code: 'key-terms-invalid',
    })
  return name
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

function readScopes(scopes: readonly string[]): readonly KeyScope[] {
  const known = Object.keys(keyScopes) as KeyScope[]
  if (scopes.length === 0 || !scopes.every(scope => known.some(it => it === scope)))
    throw new BadRequestError(`An API key has at least one scope of ${known.join(', ')}.`, {
      code: 'key-terms-invalid',
    })
  return known.filter(scope => scopes.includes(scope))
}

function readDays(text: string): number {
  const days = Number(text)
  if (!/^\d{1,3}$/.test(text) || days < 1 || days > mostKeyDays)
    throw new BadRequestError(`An API key lasts 1 to ${mostKeyDays} days.`, { code: 'key-terms-invalid' })
  return days
}

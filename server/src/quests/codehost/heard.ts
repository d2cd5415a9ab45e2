import { isAmong } from '@furrow/storage/json-rows.ts'
import type { WebhookHeaders } from '../../ground/clients/codehost/codehost.ts'
import { headerOf } from '../../ground/clients/codehost/webhooks.ts'
import { day, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { boundText } from '../board/bound-text.ts'

const between = 10 * second
const rememberedFor = 90 * day

/** Notes that a signed delivery came, whatever follows from it: so the operator sees that webhooks work. */
export async function noteHeard(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  body: unknown,
  headers: WebhookHeaders,
): Promise<void> {
  const repository = boundText(repositoryOf(body), 300)
  const kind = boundText(kindOf(body, headers), 100)
  const at = clock.now()
  await db
    .insertInto('codehost_heard')
    .values({ repo_key: repository.toLowerCase(), repository, kind, at })
    .onConflict(conflict =>
      conflict
        .column('repo_key')
        .doUpdateSet({ repository, kind, at })
        .where('codehost_heard.at', '<=', at - between),
    )
    .execute()
}

const kindHeaders = ['x-github-event', 'x-gitea-event', 'x-forgejo-event', 'x-gitlab-event']

function kindOf(body: unknown, headers: WebhookHeaders): string {
  const name = kindHeaders.map(header => headerOf(headers, header)).find(found => found !== null)
  const { action } = (body ?? {}) as { readonly action?: unknown }
  return [name ?? 'unknown', ...(typeof action === 'string' ? [action] : [])].join(' ')
}

type Named = {
  readonly repository?: { readonly full_name?: unknown } | null
  readonly project?: { readonly path_with_namespace?: unknown } | null
}

function repositoryOf(body: unknown): string {
  const { repository, project } = (body ?? {}) as Named
  const name = repository?.full_name ?? project?.path_with_namespace
  return typeof name === 'string' ? name : ''
}

export async function forgetHeard({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('codehost_heard')
    .where('at', '<', clock.now() - rememberedFor)
    .execute()
}

export type Heard = { readonly repository: string; readonly kind: string; readonly at: number }

/** By repository, in lower case. */
export async function readHeardOf(
  { db }: Pick<Context, 'db'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, Heard>> {
  const keys = names.map(name => name.toLowerCase())
  const rows = await db
    .selectFrom('codehost_heard')
    .select(['repo_key', 'repository', 'kind', 'at'])
    .where(isAmong(db, 'repo_key', keys))
    .execute()
  return new Map(rows.map(({ repo_key, ...heard }) => [repo_key, heard]))
}

export async function readHeard({ db }: Pick<Context, 'db'>, most: number): Promise<readonly Heard[]> {
  return db
    .selectFrom('codehost_heard')
    .select(['repository', 'kind', 'at'])
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
}

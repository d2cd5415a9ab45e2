import type { Revisions } from '@furrow/storage/revisions.ts'
import { stampTasks } from '../../community/tasks/tasks.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { type MailboxState, readMailboxes } from './mailboxes.ts'

/** Few enough addresses for one statement: SQLite is read within the event loop. */
const slice = 100
/** Tasks cost more to read than mailboxes: they take at most this share of the time. */
const share = 0.1

type Tasks = { readonly stamp: string; readonly quests: number; readonly mail: string }

export type Asked = {
  readonly mail: ReadonlySet<Address>
  readonly tasks: ReadonlySet<Address>
  readonly areAll: boolean
}

export type State = {
  readonly revisions: Revisions
  readonly mailboxes: ReadonlyMap<Address, MailboxState>
  /** Left as before when it was not their turn. */
  readonly tasks: ReadonlyMap<Address, { readonly stamp: string }>
}

export function createLook(context: Context, readRevisions: () => Promise<Revisions>) {
  let tasks = new Map<Address, Tasks>()
  let restUntil = 0

  /** Tasks change only with a quest or their owner's mail. */
  async function lookAtTasks(
    { tasks: asked, areAll }: Asked,
    { quests }: Revisions,
    mailboxes: ReadonlyMap<Address, MailboxState>,
  ): Promise<void> {
    if (areAll) tasks = new Map([...tasks].filter(([address]) => asked.has(address)))
    const mailOf = (address: Address) => mailboxes.get(address)?.stamp ?? ''
    const isRest = performance.now() < restUntil
    const due = [...asked].filter(address => {
      const known = tasks.get(address)
      return known === undefined || (!isRest && (known.quests !== quests || known.mail !== mailOf(address)))
    })
    const began = performance.now()
    for (const some of slicesOf(due))
      for (const [address, stamp] of await stampTasks(context, some))
        tasks.set(address, { stamp, quests, mail: mailOf(address) })
    if (due.length > 0) restUntil = performance.now() + (performance.now() - began) / share
  }

  return async (asked: Asked): Promise<State> => {
    const revisions = await readRevisions()
    const mailboxes = new Map<Address, MailboxState>()
    for (const some of slicesOf([...new Set([...asked.mail, ...asked.tasks])])) {
      for (const [address, state] of await readMailboxes(context, some)) mailboxes.set(address, state)
    }
    await lookAtTasks(asked, revisions, mailboxes)
    return { revisions, mailboxes, tasks }
  }
}

function slicesOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / slice) }, (_, index) =>
    all.slice(index * slice, (index + 1) * slice),
  )
}

import { openPatiently } from '@furrow/storage/database.ts'
import { isReadable } from '@furrow/storage/shape.ts'
import { readSnapshot } from '@furrow/storage/snapshot.ts'
import { checkAuditLog } from '../../access/audit-trail/check.ts'
import { findForgery, findStart, readNoted, showNoted } from '../../access/audit-trail/known-entry.ts'
import { instantOrNull } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { RefusedError } from '../../ground/errors.ts'
import { createLog } from '../../ground/log.ts'
import { requireDatabase, runCommand } from './command.ts'

const usage = 'npm run audit -- [--head <entry>] [--from <entry>] [--json]'
const options = { head: { type: 'string' }, from: { type: 'string' } } as const
/** 1 means that something is wrong with the log, as for all commands. */
const cannotCheck = 2

await runCommand({ usage, options, failure: cannotCheck }, async ({ values, say }) => {
  const noted = typeof values.head === 'string' ? readNoted(values.head) : null
  const start = typeof values.from === 'string' ? readNoted(values.from) : null
  const config = readConfig(process.env)
  requireDatabase(config)
  const { db } = await openPatiently(config, createLog('silent'))
  try {
    return await readSnapshot(db, config.dataDir, async snapshot => {
      if (!(await isReadable(snapshot)))
        throw new RefusedError(
          'The database has the schema of another version: check it with that one, or start this one once.',
        )
      const forgery = noted && (await findForgery(snapshot, noted))
      const checked = await checkAuditLog(snapshot, start ? await findStart(snapshot, start) : undefined, say)
      const first = [...(forgery ? [{ number: noted?.number ?? null, says: forgery }] : []), ...checked.first]
      const broken = checked.broken + (forgery ? 1 : 0)
      const head = checked.head && showNoted(checked.head)
      const { entries, waiting, late, waitingLate } = checked
      const waitingSince = instantOrNull(checked.waitingSince)
      return {
        ok: broken === 0,
        json: { entries, head, waiting, waitingSince, late, waitingLate, broken, first },
        lines: [
          ...(broken === 0
            ? [`The audit log is whole: ${entries} entries were checked.`]
            : [`The audit log is broken in ${broken} places:`, ...first.map(({ says }) => `  ${says}`)]),
          ...(broken > first.length ? ['  ...'] : []),
          ...(waiting > 0 ? [`${waiting} entries wait to be sealed, the oldest since ${waitingSince}.`] : []),
          ...(late > 0
            ? [`${late} of them were sealed late: until then, events of their kind were not sealed.`]
            : []),
          ...(waitingLate > 0
            ? [`${waitingLate} events from before their kind was sealed wait to be sealed late.`]
            : []),
          head === null ? 'Nothing is sealed yet.' : `The newest entry is ${head}`,
          ...(head === null ? [] : ['Note it elsewhere, and give it with --head the next time.']),
        ],
      }
    })
  } finally {
    await db.destroy()
  }
})

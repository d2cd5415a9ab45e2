import type { Db } from '@furrow/storage/db.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import { isLive, type Quest } from '../../rules/lifecycle/quest.ts'
import { noTeam, type Team } from '../../rules/lifecycle/team.ts'
import type { LoadedQuest } from './loaded-quest.ts'

/** Before the other writes: a place that is shared anew, or over, has no members of before. */
export async function dropTeams(trx: Db, loadedQuests: readonly LoadedQuest[]): Promise<void> {
  const dropped = loadedQuests.flatMap(({ row, ...loaded }) =>
    turnedTeams(loaded).flatMap(({ farmer, before }) =>
      before.members.length === 0 ? [] : [{ questId: row.id, farmer }],
    ),
  )
  await Promise.all(
    dropped.map(({ questId, farmer }) =>
      trx.deleteFrom('team_members').where('quest_id', '=', questId).where('farmer', '=', farmer).execute(),
    ),
  )
}

/** By which a member is found; the place's own state decides. */
export function writeTeams(writes: Writes, { row, ...loaded }: LoadedQuest, at: number): void {
  for (const { farmer, after } of turnedTeams(loaded))
    writes.insert(
      'team_members',
      ...after.members.map(({ address, share, account, agreedAt }) => ({
        quest_id: row.id,
        farmer,
        member: address,
        share,
        codehost_id: account,
        at,
        agreed_at: agreedAt,
      })),
    )
}

function turnedTeams({ before, quest }: Pick<LoadedQuest, 'before' | 'quest'>) {
  return [...quest.work.keys()].flatMap(farmer => {
    const teams = { before: teamOf(before, farmer), after: teamOf(quest, farmer) }
    return teams.before.members === teams.after.members ? [] : [{ farmer, ...teams }]
  })
}

function teamOf({ work }: Quest, farmer: Address): Team {
  const part = work.get(farmer)
  return part !== undefined && isLive(part) ? part.team : noTeam
}

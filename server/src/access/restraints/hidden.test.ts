import { expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { startRail } from '../../../test/rail.ts'

test.skipIf(!hasChain)(
  `a hidden quest is seen by who judges its own deposit, though the contract names another by now${hasChain ? '' : ' (skipped: there is no anvil)'}`,
  async () => {
    const rail = await startRail()
    const { id } = await rail.startQuest()
    const [judge, stranger] = [rail.user(), rail.user()]
    const { db } = rail.context
    await db.updateTable('escrows').set({ arbiter: judge.address }).where('quest_id', '=', id).execute()
    const platform = rail.user(rail.platform).furrow
    await platform.moderation.act({ action: 'hide', kind: 'quest', id, reason: 'It names a neighbour.' })
    const sees = ({ furrow }: typeof judge) =>
      furrow.quests.get(id).then(
        () => true,
        () => false,
      )
    expect([await sees(judge), await sees(stranger)]).toEqual([true, false])
  },
)

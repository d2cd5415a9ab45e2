import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { defaultOutcomeSentence } from './default-outcome.ts'
import type { QuestEvent } from './events.ts'
import { loud, quiet, type Said } from './notice.ts'
import type { Handed, Quest } from './quest.ts'
import type { Rules } from './rules.ts'

type Told = Extract<QuestEvent, { kind: 'disputed' | 'answered' | 'evidence-added' }>

/** Who hears of a dispute: the parties of what they did not do themselves, and who decides it when it begins and is answered. */
export function disputeNoticesOf(quest: Quest, event: Told, rules: Rules): Said[] {
  const judge = arbiterOf(quest, rules)
  const judges = judge === null || judge === quest.giver || judge === event.farmer ? [] : [judge]
  switch (event.kind) {
    case 'disputed':
      return [...tellParties(quest, event, rules), ...judges.map(judge => tellArbiter(quest, event, judge))]
    case 'answered':
      return [
        quiet(
          [quest.giver, ...judges],
          'Answered',
          `${checksum(event.farmer)} answered the dispute.\n\n${sayingOf(event)}`,
        ),
      ]
    case 'evidence-added': {
      const work = quest.work.get(event.farmer)
      // Who is told of the first piece knows where the others are.
      if (work?.status !== 'disputed' || work.dispute.evidence[event.role] > 0) return []
      const [by, other] = event.role === 'giver' ? [quest.giver, event.farmer] : [event.farmer, quest.giver]
      const body = `${checksum(by)} added evidence to the dispute over the work of ${checksum(event.farmer)}. The two parties and whoever decides can read it.`
      return [quiet([other], 'Evidence', body)]
    }
  }
}

function tellParties(quest: Quest, event: Extract<Told, { kind: 'disputed' }>, rules: Rules): Said[] {
  const { farmer, reason, disputeEndsAt } = event
  const body = `The work of ${checksum(farmer)} is disputed; ${quest.amount} ${quest.token} is held. If nobody decides before ${instant(disputeEndsAt)}, ${otherwiseOf(quest, farmer, rules)}.\n\nReason: ${reason}`
  const hint = 'You can answer it, and both sides can add evidence, as long as it is open.'
  return [loud([quest.giver], 'Disputed', body), loud([farmer], 'Disputed', `${body}\n\n${hint}`)]
}

function tellArbiter(
  quest: Quest,
  { farmer, reason, disputeEndsAt }: Extract<Told, { kind: 'disputed' }>,
  judge: Address,
): Said {
  const body = `The work of ${checksum(farmer)} for ${checksum(quest.giver)} is disputed: ${quest.amount} ${quest.token}. It is yours to decide before ${instant(disputeEndsAt)}.\n\nReason: ${reason}`
  return loud([judge], 'To be decided', body)
}

/** Who decides a dispute over the quest's work; null where nobody can, or nobody knows who. */
function arbiterOf({ deposit }: Quest, { arbiter }: Rules): Address | null {
  return deposit?.arbiter ?? arbiter
}

function otherwiseOf(quest: Quest, farmer: Address, { arbiter }: Rules): string {
  const work = quest.work.get(farmer)
  return work?.status === 'in-review'
    ? defaultOutcomeSentence(work, { arbiter, contract: quest.deposit?.version ?? null })
    : 'the giver is refunded'
}

function sayingOf({ url, note }: Handed): string {
  return [note, url].filter(part => part !== null).join('\n\n')
}

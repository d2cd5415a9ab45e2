import type { ProposalDetails } from '@furrow/sdk'
import { type Command, given, text } from '../command.ts'
import { indented, plainLine } from '../plain.ts'
import { table } from '../table.ts'
import { tableOfPaid } from './own.ts'

const list: Command = {
  name: 'proposals',
  words: [],
  about: 'The proposals of the community, the newest first',
  options: { cursor: text('cursor', 'The next page, as the page before named it') },
  async run(context) {
    const { items, cursor } = await context
      .client()
      .communityDao.page({ limit: '50', ...given(context, 'cursor') })
    context.show({ proposals: items.proposals, cursor }, () => [
      ...table(
        ['ID', 'TITLE', 'STATUS', 'ENDS', 'PAYS'],
        items.proposals.map(({ endsAt, id, pay, status, title }) => [
          id,
          title,
          status,
          endsAt ?? '',
          pay === undefined ? '' : `${pay.sum} ${pay.token}`,
        ]),
      ),
      ...(cursor === null ? [] : [`More: --cursor ${cursor}`]),
    ])
    return undefined
  },
}

const show: Command = {
  name: 'proposals show',
  words: ['<id>'],
  about: 'One proposal with its vote, and the works that it has the treasury pay',
  options: {},
  async run(context) {
    const [id = ''] = context.words
    const proposal = await context.client().communityDao.proposal(id)
    context.show(proposal, () => linesOf(proposal))
    return undefined
  },
}

const safeFile: Command = {
  name: 'proposals safe-file',
  words: ['<id>'],
  about: "What a passed proposal still has to pay, as a file of Safe's Transaction Builder for the treasury",
  options: {},
  async run(context) {
    const [id = ''] = context.words
    const file = await context.client().communityDao.safeFile(id)
    // For people too as JSON: the treasury's Safe takes it as it is.
    context.show(file, () => [JSON.stringify(file, null, 2)])
    return undefined
  },
}

const paid: Command = {
  name: 'proposals paid',
  words: ['<id>', '<hash>'],
  about: "Shows the treasury's transaction, and says of each work of the proposal whether it paid it",
  options: {},
  async run(context) {
    const [id = '', hash = ''] = context.words
    const works = await context.client().communityDao.showPaid(id, hash)
    context.show({ works }, () => tableOfPaid(works))
    return undefined
  },
}

function linesOf({
  ballot,
  category,
  description,
  payout,
  proposer,
  status,
  title,
}: ProposalDetails): string[] {
  return [
    `${plainLine(title)} (${plainLine(category)}): ${status}, proposed by ${proposer}`,
    '',
    ...indented(description),
    ...(ballot === null ? [] : ['', ...votesOf(ballot)]),
    ...(payout == null
      ? []
      : [
          '',
          ...table(
            ['PAYS', 'TO', 'AMOUNT', 'STATE'],
            payout.works.map(({ amount, farmer, state, title }) => [title, farmer, amount, state]),
          ),
        ]),
  ]
}

function votesOf({ choices, endsAt, outcome, result, state }: NonNullable<ProposalDetails['ballot']>) {
  const weightOf = (choice: string) => result?.choices.find(one => one.choice === choice)?.weight
  return [
    `Vote: ${state}, until ${endsAt}${outcome?.choice == null ? '' : `; ${plainLine(outcome.choice)} won`}`,
    ...choices.map(choice => `  ${plainLine(choice)}  ${weightOf(choice) ?? '-'}`),
  ]
}

/** Proposals of the community, and the payments of those that passed. */
export const proposalCommands: readonly Command[] = [list, show, safeFile, paid]

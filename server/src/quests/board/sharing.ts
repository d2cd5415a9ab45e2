import { divideAmount, wholeShare } from '@furrow/sdk/amount'
import type { Assignment, QuestAction } from '@furrow/sdk/contract'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { isAgreed } from '../../rules/lifecycle/team.ts'
import { readState } from '../change/place-state.ts'
import { teamOf } from '../change/work-rows.ts'
import { readShare } from './judge.ts'

type Asked = Extract<QuestAction, { action: 'share' | 'agree-to-share' | 'refuse-share' }>

/** @throws BadRequestError for an invalid address or share. */
export function toSharingCommand(by: Address, asked: Asked): Command {
  switch (asked.action) {
    case 'share': {
      const shares = asked.shares.map(({ address, share }) => ({
        address: toAddress(address),
        share: readShare(share),
      }))
      return { kind: 'share', by, shares }
    }
    case 'agree-to-share':
      return { kind: 'agree-to-share', by, farmer: toAddress(asked.farmer), share: readShare(asked.share) }
    case 'refuse-share':
      return { kind: 'refuse-share', by, farmer: toAddress(asked.farmer) }
  }
}

/** The members of a place that is not over; later each has a part of their own among the farmers. */
export function showSharing(
  row: Pick<AssignmentRow, 'status' | 'state' | 'team_of' | 'amount' | 'token'>,
): Pick<Assignment, 'shared' | 'memberOf'> {
  const state = readState(row.state)
  if (state.part !== undefined)
    return { memberOf: { farmer: row.team_of && checksum(row.team_of), share: state.part / wholeShare } }
  const team = teamOf(state)
  if (team.members.length === 0 || !liveStatuses.some(status => status === row.status)) return {}
  const amounts = divideAmount(
    row.amount,
    row.token,
    team.members.map(({ share }) => share),
  )
  const members = team.members.map(({ address, share, agreedAt }, index) => ({
    address: checksum(address),
    share: share / wholeShare,
    amount: amounts[index] ?? '0',
    agreed: agreedAt !== null,
  }))
  return { shared: { agreed: isAgreed(team), members } }
}

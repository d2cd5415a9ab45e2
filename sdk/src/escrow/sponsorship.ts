import { getAddress } from 'viem'
import { EIP712Domain, escrowDomain } from '../escrow-domain.ts'
import { onlyDeposit, type PayIn } from './pay-in.ts'

/**
 * The typed data (EIP-712) that a giver signs so that this payer may pay in for them. The giver decides about the quest;
 * money that comes back goes to the payer.
 *
 * @throws TypeError for several quests.
 */
export function sponsorshipTypedData(payIn: PayIn, { payer, deadline }: { payer: string; deadline: number }) {
  const { chainId, escrow, token, version } = payIn
  const { quest, amountEach, places } = onlyDeposit(payIn)
  return {
    domain: escrowDomain(chainId, escrow, version),
    types: {
      EIP712Domain,
      Sponsorship: [
        { name: 'payer', type: 'address' },
        { name: 'quest', type: 'bytes32' },
        { name: 'token', type: 'address' },
        { name: 'amountEach', type: 'uint256' },
        { name: 'slots', type: 'uint32' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Sponsorship' as const,
    message: {
      payer: getAddress(payer),
      quest,
      token,
      amountEach: String(amountEach),
      slots: places,
      deadline: String(deadline),
    },
  }
}

/** The payment for a giver who signed. @throws TypeError for the first version of the contract, which has no such function. */
export function sponsoredPayIn(
  payIn: PayIn,
  { giver, deadline, signature }: { giver: string; deadline: number; signature: string },
): PayIn {
  if (!payIn.takesPermits)
    throw new TypeError('Others pay in for one quest at a time, in the second version of the contract.')
  return { ...payIn, takesPermits: false, sponsorship: { giver, deadline, signature } }
}

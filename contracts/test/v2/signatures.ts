import type { Address, Hex, TypedDataDomain } from 'viem'
import type { Chain } from '../chain.ts'
import { work } from './work.ts'

const types = {
  Approval: [
    { name: 'escrow', type: 'bytes32' },
    { name: 'farmer', type: 'address' },
    { name: 'returned', type: 'uint8' },
    { name: 'disputedAt', type: 'uint64' },
    { name: 'deadline', type: 'uint256' },
  ],
  Attestation: [
    { name: 'escrow', type: 'bytes32' },
    { name: 'farmer', type: 'address' },
    { name: 'deadline', type: 'uint256' },
  ],
  /** The third version's. */
  AttestationOfWork: [
    { name: 'escrow', type: 'bytes32' },
    { name: 'farmer', type: 'address' },
    { name: 'returned', type: 'uint8' },
    { name: 'work', type: 'bytes32' },
    { name: 'deadline', type: 'uint256' },
  ],
  Sponsorship: [
    { name: 'payer', type: 'address' },
    { name: 'quest', type: 'bytes32' },
    { name: 'token', type: 'address' },
    { name: 'amountEach', type: 'uint256' },
    { name: 'slots', type: 'uint32' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

type Approval = { escrow: Hex; farmer: Address; deadline: bigint; returned?: number; disputedAt?: bigint }
type Attestation = { escrow: Hex; farmer: Address; deadline: bigint; returned?: number; work?: Hex }
type Sponsorship = {
  payer: Address
  quest: Hex
  token: Address
  amountEach: bigint
  slots: number
  deadline: bigint
}

/** People's signatures for one escrow contract (EIP-712). */
export function signerFor(
  chain: Pick<Chain, 'account' | 'people'>,
  verifyingContract: Address,
  version: 2 | 3 = 2,
) {
  const usual = { name: 'QuestEscrow', version: String(version), chainId: 31337, verifyingContract }

  function signed(by: Address, primaryType: keyof typeof types, message: object, other: TypedDataDomain) {
    const domain = { ...usual, ...other }
    const account = chain.account(chain.people.indexOf(by))
    const { AttestationOfWork, ...rest } = types
    const used = version === 2 ? rest : { ...rest, Attestation: AttestationOfWork }
    return account.signTypedData({ domain, types: used, primaryType, message } as never)
  }

  return {
    approval: (by: Address, { returned = 0, disputedAt = 0n, ...rest }: Approval, domain = {}) =>
      signed(by, 'Approval', { ...rest, returned, disputedAt }, domain),
    attestation: (by: Address, words: Attestation, domain = {}) =>
      signed(by, 'Attestation', { returned: 0, work, ...words }, domain),
    sponsorship: (by: Address, words: Sponsorship, domain = {}) => signed(by, 'Sponsorship', words, domain),
  }
}

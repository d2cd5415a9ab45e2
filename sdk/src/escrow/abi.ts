import { parseAbi } from 'viem'

/** The functions of QuestEscrow that pay in, and its views for that. */
export const escrowAbi = parseAbi([
  'struct Funding { bytes32 quest; uint256 amountEach; uint32 slots; }',
  'function fund(bytes32 quest, address token, uint256 amountEach, uint32 slots) payable',
  'function fundMany(address token, Funding[] fundings) payable',
  'function fundWithPermit(bytes32 quest, address token, uint256 amountEach, uint32 slots, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function fundWithPermit2(bytes32 quest, address token, uint256 amountEach, uint32 slots, uint256 nonce, uint256 deadline, bytes signature)',
  'function fundFor(address giver, bytes32 quest, address token, uint256 amountEach, uint32 slots, uint256 deadline, bytes signature) payable',
  'function escrows(bytes32 escrow) view returns (address giver, uint64 endsAt, uint32 slots, address token, uint32 free, uint32 held, bool closed, uint256 amountEach)',
  'function arbiter() view returns (address)',
  'function operator() view returns (address)',
  'function limits(address token) view returns (uint256)',
  'function onlyListed() view returns (bool)',
  'function acceptsBoth(address giver, address arbiter) view returns (bool)',
  'function acceptBoth(address both, bool accepted)',
])

/** CourtArbiter's functions for those who bring a dispute, and the court's own (ERC-792). */
export const courtAbi = parseAbi([
  'function arbitrator() view returns (address)',
  'function extraData() view returns (bytes)',
  'function broughtAs(uint256 group) view returns (uint256)',
  'function bring(address escrow, bytes32 id, address farmer) payable returns (uint256)',
])

export const arbitratorAbi = parseAbi([
  'function arbitrationCost(bytes extraData) view returns (uint256)',
  'function appealPeriod(uint256 disputeID) view returns (uint256 start, uint256 end)',
  'function currentRuling(uint256 disputeID) view returns (uint256)',
])

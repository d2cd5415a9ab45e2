export { inSplitOrder, mostSharedAtOnce } from '../amount.ts'
export {
  type Appeal,
  type AppealableCourt,
  type AppealOfSide,
  appealCall,
  type CourtSide,
  courtSides,
  courtStages,
  readAppealableCourt,
  roundData,
} from './appeals.ts'
export { bringCall, broughtData, type Court, type DisputeOnChain, readCourt } from './court.ts'
export { callContract, isContract, isOnChain, type Node, toHex } from './node.ts'
export {
  allowCall,
  type Call,
  type Deposit,
  depositCall,
  escrowsData,
  leftOf,
  type PayIn,
  payInOf,
  type QuestOnChain,
  type Sponsorship,
} from './pay-in.ts'
export { NoPermitError, type PermitDomain, permitOf, readPermitDomain, type SignedPayIn } from './permit.ts'
export { isOpenToPermit2, permit2, permit2Of } from './permit2.ts'
export {
  allowanceData,
  callsOf,
  gasOf,
  type Known,
  type Plan,
  readKnown,
  readPlan,
  type Step,
  stepsOf,
  type Ways,
} from './plan.ts'
export { blockedSentence, type EscrowWallet, sendPayIn, triedCall } from './send.ts'
export {
  type ShareStep,
  type Split,
  shareCall,
  shareCalls,
  splitAddressOf,
  splitSaltOf,
  takeOwedCall,
} from './split.ts'
export { readNextPayee, readSplitMoney, type SplitMoney, splitFrom } from './split-money.ts'
export { sponsoredPayIn, sponsorshipTypedData } from './sponsorship.ts'
export { acceptCall, acceptedData, type Blocked } from './taken.ts'

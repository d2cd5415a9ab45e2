import { loadPart } from './load-part.ts'

/** Loaded only for signing, since it is larger than all the rest. */
export const loadSigning = () => loadPart(() => import('./sign-in.ts'))

/** Like `loadSigning`, for approvals of work on chain. */
export const loadApprovalSigning = () => loadPart(() => import('./sign-approvals.ts'))

/** Like `loadSigning`, for votes. */
export const loadVoteSigning = () => loadPart(() => import('./sign-votes.ts'))

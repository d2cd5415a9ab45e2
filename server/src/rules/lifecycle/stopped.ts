export type Stopped = 'low-balance' | 'no-contract' | 'no-operator' | 'proposals-paused'

const because: Record<Stopped, string> = {
  'low-balance': 'the service has too little coin for gas on its chain',
  'no-contract': 'there is no escrow contract at its address',
  'no-operator': "the service is not the escrow contract's operator",
  'proposals-paused': 'the owner of its escrow contract has paused proposals',
}

export function stoppedSentence(stopped: Stopped): string {
  return `This quest takes no farmers for now: ${because[stopped]}, so their work could not be proposed. Whoever runs the service was told; try again later.`
}

export function notCarried(stopped: Stopped): string {
  return `The service cannot carry your signed approval now: ${because[stopped]}. Whoever runs the service was told; approve the work with a transaction of your own, or try again later.`
}

/** null where work can be proposed, or will be once the chain answers again. */
export function stoppedBy(problem: Stopped | 'chain-unreachable' | null): Stopped | null {
  return problem === 'chain-unreachable' ? null : problem
}

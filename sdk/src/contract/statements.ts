/** The statement of the message that makes a key (EIP-4361): its signer reads it first. */
export const keyStatement =
  'Make an API key. Whoever has it acts for me within its scopes until it ends or I revoke it.'

/** The statement signed for deleting an account, word by word: the wallet shows it. */
export const leavingStatement = 'I delete my account here, for good.'

/** The statement of the message that makes a key (EIP-4361): what its signer reads first. */
export const keyStatement =
  'Make an API key. Whoever has it acts for me within its scopes until it ends or I revoke it.'

/** What somebody signs who deletes his account, word by word: the wallet shows it to him. */
export const leavingStatement = 'I delete my account here, for good.'

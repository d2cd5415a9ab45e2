import type { Subject } from './subject.ts'

export const escrow: Subject = {
  title: 'The escrow contract',
  settings: [
    {
      names: ['ESCROW_CHAIN_ID', 'ESCROW_ADDRESS', 'ESCROW_OPERATOR_KEY'],
      words: 'The chain rail with one contract: all three, or none of them',
    },
    {
      names: ['ESCROWS'],
      words:
        'Several contracts, by commas: `8453=0x...:active,1=0x...:retired`. One contract of each chain is active; a retired one takes no new quest, and its work goes on',
    },
    {
      names: ['ESCROW_OPERATOR_KEYS'],
      words:
        "The operator's keys of contracts, or of all contracts of a chain, by commas: `8453=0x...:0x<key>,1=0x<key>`; two while one follows the other: `8453=0x<old key>,0x<new key>`, of which the service uses the one that the contract knows",
      unset: { ESCROW_OPERATOR_KEYS: '`ESCROW_OPERATOR_KEY` for all' },
    },
    {
      names: ['ESCROW_CONFIRMATIONS'],
      words:
        'Blocks after which a transaction is final; 1 on a local chain (31337). `finalized` waits for what the chain itself holds to be final. This and the next ones may differ by chain: `12,8453=finalized`',
      unset: { ESCROW_CONFIRMATIONS: '`12`' },
    },
    {
      names: ['ESCROW_EXPLORER_URL'],
      words:
        "A block explorer such as `https://basescan.org`, for links to transactions; without a chain, of the first contract's",
    },
    {
      names: ['ESCROW_PUBLIC_RPC_URL'],
      words:
        'An RPC that anybody may use, in the same way: wallets that do not know the chain are told it, and `GET /config` tells it. The addresses of `RPC_URLS`, which may hold a key, are told to nobody',
    },
    {
      names: ['ESCROW_POLL_SECONDS', 'ESCROW_BUMP_SECONDS'],
      words: 'How often the chain is looked at; how long a transaction waits before its fee is raised',
    },
    {
      names: ['ESCROW_MAX_FEE'],
      words:
        'The most that a transaction offers for a unit of gas, in gwei; while the chain asks for more, it waits',
      unset: { ESCROW_MAX_FEE: '`2000`' },
    },
    {
      names: ['ESCROW_MIN_REWARD'],
      words:
        'The least reward of a place, by token and perhaps chain: `ETH=0.001,USDC=5,ETH@1=0.05`; a quest that pays less is refused',
    },
    {
      names: ['ESCROW_GAS_BUDGET'],
      words:
        "The most that calls for one giver's quests may cost in a day (UTC), in the chain's coin, perhaps by chain: `0.01,1=0.1`",
    },
    {
      names: ['ESCROW_SPLITTERS'],
      words:
        'The splitter of each chain, by commas: `8453=0x...`. Places there can be shared by teams: `npm run deploy -w contracts -- --splitter` deploys one',
      unset: { ESCROW_SPLITTERS: 'no teams on chain' },
    },
    {
      names: ['ATTESTER_URL', 'ATTESTER_TOKEN'],
      words:
        'Where the attester of the contracts listens (`npm run attester`), or several separated by commas where a contract got another one, and the word that they ask for: proposals of merged work carry its signature, so that a dispute that nobody resolves pays the farmer',
      unset: { ATTESTER_URL: 'nobody signs' },
    },
    {
      names: ['ATTESTER_KEY', 'ATTESTER_SERVICE', 'ATTESTER_FILE', 'ATTESTER_PORT'],
      words:
        "The attester's own process reads these, and no other does: its private key, the service's interface, the file of what it saw and signed, and its port",
      usual: { ATTESTER_FILE: './data/attester.jsonl', ATTESTER_PORT: '8090' },
      elsewhere: true,
    },
  ],
}

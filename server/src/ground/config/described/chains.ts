import type { Subject } from './subject.ts'

export const chains: Subject = {
  title: 'Chains, names and tokens',
  settings: [
    {
      names: ['RPC_URLS'],
      words:
        'Chains by their id, by commas: `1=https://rpc.example.org,8453=https://...`. On 1, ENS is looked up; on any of them, smart wallets sign in, each where it first did',
    },
    {
      names: ['PASSKEY_CHAIN_ID'],
      words:
        "A chain of `RPC_URLS`: people without a wallet sign in with a passkey, which owns an account there, a Safe. The chain needs Safe's contracts; `npm run doctor` looks",
      unset: { PASSKEY_CHAIN_ID: 'no passkeys' },
    },
    {
      names: ['PAYMASTER_URL', 'PAYMASTER_CONTEXT'],
      words:
        "Paymasters (ERC-7677) by chain: `8453=https://...`. They pay the gas of people whose smart wallet takes one, within `QUOTA_SPONSORED_A_DAY`; wallets ask this service, and never see the address. The second is a JSON object that goes with each request, such as the policy's id there",
      unset: { PAYMASTER_URL: 'everybody pays their gas', PAYMASTER_CONTEXT: '`{}`' },
    },
    {
      names: ['RPC_AGREE'],
      words:
        "A second RPC, of somebody else, of a contract's chain: `8453=https://...`. While the two disagree, or it is silent, nothing is paid on that chain",
    },
    {
      names: ['ENS_UNIVERSAL_RESOLVER'],
      words: "The universal resolver's address on chain 1, where that is a private chain",
      unset: { ENS_UNIVERSAL_RESOLVER: "ENS's own" },
    },
    {
      names: ['ALLOW_CLAIMED_NAMES'],
      words: '`true`: without chain 1, `/resolve` answers from what profiles claim',
      unset: { ALLOW_CLAIMED_NAMES: 'not in production' },
    },
    {
      names: ['TOKENS'],
      words:
        "Tokens that quests may pay in on the chain rail, and whose payments can be shown on the ledger, by commas: `USDC=0x...`, of another chain than the first contract's `USDC@8453=0x...`, its coin too: `ETH@1=native`",
      usual: { TOKENS: 'ETH=native' },
    },
    {
      names: ['PRICE_FEEDS'],
      words:
        'Chainlink\'s feeds (or others with their interface) on chains of `RPC_URLS`, by token, as JSON: `{"USDC":{"chainId":1,"feed":"0x...","currency":"USD"}}`. Amounts are then shown with an estimate in the currency, and a statement has the value at the time of each payment. A price older than `maxAgeHours` of its feed (26) is not shown',
      unset: { PRICE_FEEDS: 'no estimates' },
    },
    {
      names: ['PAYMENT_CONFIRMATIONS'],
      words: 'Blocks after which a payment that a giver shows counts; 1 on a local chain (31337)',
      unset: { PAYMENT_CONFIRMATIONS: '`12`' },
    },
  ],
}

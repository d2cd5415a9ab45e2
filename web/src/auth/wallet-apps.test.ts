import { expect, test } from 'vitest'
import { walletApps } from './wallet-apps.ts'

const page = 'https://barn.example/quests?q=a&b#c d'

test.each([
  ['MetaMask', 'https://metamask.app.link/dapp/barn.example/quests?q=a&b#c d'],
  ['Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`],
  ['Rainbow', `https://rnbwapp.com/dapp?url=${encodeURIComponent(page)}`],
  ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page)}`],
])('%s opens the present page, with its search', (name, href) => {
  expect(walletApps(page).find(app => app.name === name)?.href).toBe(href)
})

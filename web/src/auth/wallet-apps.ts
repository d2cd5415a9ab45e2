type WalletApp = { readonly name: string; readonly href: string }

/**
 * Wallets with a browser of their own, each by its universal link: the app opens this page, or its shop where the app is
 * missing.
 */
export function walletApps(page: string): readonly WalletApp[] {
  const encoded = encodeURIComponent(page)
  return [
    { name: 'MetaMask', href: `https://metamask.app.link/dapp/${page.replace(/^https?:\/\//, '')}` },
    { name: 'Coinbase Wallet', href: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
    { name: 'Rainbow', href: `https://rnbwapp.com/dapp?url=${encoded}` },
    { name: 'Trust Wallet', href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
  ]
}

/** Extensions do not run in a phone's browser: a finger is its only pointer. */
export function isPhone(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches
}

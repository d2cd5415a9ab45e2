import { t } from '@lingui/core/macro'
import encodeQR from 'qr'
import { useMemo } from 'react'

const quiet = 2

/** A text as a picture that a phone's camera reads. Dark on light in both themes: some readers see nothing else. */
export function QrCode({ text }: { text: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: quiet }), [text])
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={t`The payment as a QR code, for a wallet on a phone`}
      className="size-44 rounded-xl bg-white text-black"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

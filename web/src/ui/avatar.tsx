/** A small field for each address: the same address always grows the same one. */
export function Avatar({ address, size = 40 }: { address: string; size?: number }) {
  const seed = [...address.toLowerCase().slice(2)].map(digit => Number.parseInt(digit, 16) || 0)
  const hue = ((seed[0] ?? 0) * 16 + (seed[1] ?? 0)) * 1.4
  const rows = Array.from({ length: 5 }, (_, row) => ({
    y: 4 + row * 6.4,
    bend: ((seed[row + 2] ?? 0) - 8) * 1.1,
    light: 40 + (seed[row + 7] ?? 0) * 2,
  }))
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className="shrink-0 rounded-full" aria-hidden="true">
      <rect width="32" height="32" fill={`hsl(${hue} 32% 30%)`} />
      {rows.map(({ y, bend, light }) => (
        <path
          key={y}
          d={`M-2 ${y} Q16 ${y + bend} 34 ${y}`}
          fill="none"
          stroke={`hsl(${(hue + 40) % 360} 45% ${light}%)`}
          strokeWidth="3.4"
        />
      ))}
    </svg>
  )
}

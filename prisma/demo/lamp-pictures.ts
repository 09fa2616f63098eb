/** The two tones of a finish: where light falls on it, and where it does not. */
type Tones = readonly [lit: string, shaded: string];

const FINISHES = {
  oiled_oak: ['#d2ac7c', '#a57c4e'],
  smoked_walnut: ['#7d5843', '#4a3123'],
  black_steel: ['#4a4843', '#201f1c'],
  brushed_brass: ['#dcc377', '#9c823a'],
  chalk_white: ['#fbf9f4', '#d3cdc0'],
} as const satisfies Readonly<Record<string, Tones>>;
export type Finish = keyof typeof FINISHES;

/** Where the light of a lamp is, and how far it reaches. */
interface Light {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** A drawing of 400 × 400: what glows behind it, its shapes, and the place of its light on the ground. */
interface Drawing {
  readonly glow?: Light;
  readonly pool?: Light;
  /** `url(#body)` and `currentColor` are the finish, `url(#shade)` is what the light shines through. */
  readonly shapes: string;
}

const SHADE = 'fill="url(#shade)"';
const BODY = 'fill="url(#body)"';
const line = (path: string, width: number) =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const foot = (x: number, width: number) => `<ellipse cx="${x}" cy="346" rx="${width}" ry="9" ${BODY}/>`;
const bell = (width: number, top: number, height: number) => {
  const [left, right, bottom] = [200 - width, 200 + width, top + height];
  return `<path d="M200 ${top}C${200 - width * 0.62} ${top} ${left + width * 0.12} ${top + height * 0.5} ${left} ${bottom}H${right}C${right - width * 0.12} ${top + height * 0.5} ${200 + width * 0.62} ${top} 200 ${top}Z" ${BODY}/><ellipse cx="200" cy="${bottom}" rx="${width}" ry="${width * 0.1}" ${SHADE}/>`;
};
const pendant = (width: number, top: number, height: number): Drawing => ({
  glow: { x: 200, y: top + height + 40, radius: 150 },
  pool: { x: 200, y: 352, radius: 150 },
  shapes: line(`M200 0V${top}`, 3) + bell(width, top, height),
});
const bulb = (glass: string, inside: string): Drawing => ({
  glow: { x: 200, y: 165, radius: 170 },
  shapes: `<path d="M200 70a88 88 0 0 0-58 154c14 13 20 24 22 40h72c2-16 8-27 22-40A88 88 0 0 0 200 70Z" fill="${glass}" stroke="#cbbf9f" stroke-width="2"/>${inside}<path d="M166 272h68v14h-68zM168 292h64v12h-64zM172 310h56l-10 18h-36z" fill="#8d8a82"/>`,
});

/** The drawings of the demo, by the SKU whose picture they are. */
const DRAWINGS: Readonly<Record<string, readonly [Finish, Drawing]>> = {
  'LO-WREN': [
    'oiled_oak',
    {
      glow: { x: 200, y: 160, radius: 160 },
      pool: { x: 200, y: 350, radius: 130 },
      shapes: `${line('M200 190V330', 12)}<path d="M160 330h80l14 18H146z" ${BODY}/><path d="M152 80h96l40 122H112z" ${SHADE}/>`,
    },
  ],
  'LO-SCRIBE': [
    'black_steel',
    {
      glow: { x: 272, y: 190, radius: 120 },
      pool: { x: 285, y: 350, radius: 110 },
      shapes: `${foot(140, 58)}${line('M140 342L112 220L214 108L262 146', 8)}<circle cx="112" cy="220" r="9" ${BODY}/><circle cx="214" cy="108" r="9" ${BODY}/><path d="M244 126l48 34 24 44-104 2z" ${BODY}/><ellipse cx="264" cy="206" rx="52" ry="7" ${SHADE}/>`,
    },
  ],
  'LO-SCONCE': [
    'brushed_brass',
    {
      glow: { x: 200, y: 200, radius: 190 },
      shapes: `<path d="M200 92a108 108 0 0 0 0 216Z" ${BODY}/><path d="M208 92a108 108 0 0 1 0 216Z" ${SHADE} opacity="0.55"/>`,
    },
  ],
  'LO-TALLOW': [
    'chalk_white',
    {
      glow: { x: 268, y: 170, radius: 120 },
      pool: { x: 272, y: 352, radius: 110 },
      shapes: `${foot(150, 52)}${line('M150 344V130C150 60 262 52 266 112', 8)}<path d="M238 112h56l24 56H214z" ${BODY}/><ellipse cx="266" cy="168" rx="52" ry="7" ${SHADE}/>`,
    },
  ],
  'LO-EMBER': [
    'smoked_walnut',
    {
      glow: { x: 200, y: 230, radius: 150 },
      pool: { x: 200, y: 350, radius: 130 },
      shapes: `${line('M150 140C150 70 250 70 250 140', 7)}<rect x="146" y="152" width="108" height="176" rx="8" ${SHADE}/><path d="M134 136h132v20H134zM134 324h132v22H134zM140 152h12v176h-12zM248 152h12v176h-12zM194 152h12v176h-12z" ${BODY}/>`,
    },
  ],
  'LO-GRANARY': ['black_steel', pendant(104, 120, 84)],
  ...Object.fromEntries(
    (['oiled_oak', 'smoked_walnut'] as const).map((finish) => [
      `LO-HERON-${finish === 'oiled_oak' ? 'OAK' : 'WALNUT'}`,
      [
        finish,
        {
          glow: { x: 262, y: 150, radius: 120 },
          pool: { x: 268, y: 352, radius: 120 },
          shapes: `${foot(158, 54)}${line('M158 344C158 220 140 60 226 62C250 63 258 78 262 92', 9)}<path d="M262 84c-30 6-44 30-46 56l94-2c-4-28-18-52-48-54Z" ${BODY}/><ellipse cx="263" cy="140" rx="47" ry="7" ${SHADE}/>`,
        },
      ] as const,
    ]),
  ),
  'LO-CLOCHE-BLACK': ['black_steel', pendant(88, 96, 118)],
  'LO-CLOCHE-BRASS': ['brushed_brass', pendant(88, 96, 118)],
  'LO-BULB-4W': [
    'brushed_brass',
    bulb(
      '#fff6dccc',
      '<path d="M176 262l10-96 14 40 14-40 10 96" fill="none" stroke="#d8892b" stroke-width="3.5" stroke-linejoin="round"/>',
    ),
  ],
  'LO-BULB-7W': [
    'brushed_brass',
    bulb(
      '#fff1c8cc',
      '<path d="M170 262l4-110m52 110-4-110M188 262l6-120m18 120-6-120" fill="none" stroke="#d8892b" stroke-width="4"/>',
    ),
  ],
  'LO-BULB-8W': ['chalk_white', bulb('#fffdf6', '')],
  'LO-SHADE-LINEN': [
    'chalk_white',
    {
      shapes: `<path d="M140 110h120l52 176H88z" ${SHADE}/><ellipse cx="200" cy="110" rx="60" ry="10" fill="#efe3c8"/><path d="M140 110h120M88 286h224" stroke="#c9b88f" stroke-width="4"/>`,
    },
  ],
  'LO-OIL': [
    'oiled_oak',
    {
      shapes: `<rect x="180" y="64" width="40" height="44" rx="6" ${BODY}/><path d="M176 108h48c0 26 36 34 36 66v156q0 14-14 14h-92q-14 0-14-14V174c0-32 36-40 36-66Z" fill="#b98a4a"/><path d="M140 200h120v92H140z" fill="#f6efe0"/><path d="M164 232h72M164 250h72M164 268h44" stroke="#a57c4e" stroke-width="5" stroke-linecap="round"/>`,
    },
  ],
};

export const PICTURED_SKUS: readonly string[] = Object.keys(DRAWINGS);

const light = (id: string, { x, y, radius }: Light, flatness: number) =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y / flatness}" r="${radius}" gradientTransform="scale(1 ${flatness})"><stop stop-color="#ffe2a0" stop-opacity="0.95"/><stop offset="0.5" stop-color="#ffe9bd" stop-opacity="0.5"/><stop offset="1" stop-color="#fff3d9" stop-opacity="0"/></radialGradient>`;

/** The picture of a product of the demo as SVG: its shape by its kind, its colours by its finish, and its light. */
export function drawLamp(sku: string): string {
  const drawing = DRAWINGS[sku];
  if (drawing === undefined) throw new Error(`There is no drawing of ${sku}.`);
  const [finish, { glow, pool, shapes }] = drawing;
  const [lit, shaded] = FINISHES[finish];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><defs>
<linearGradient id="wall" x2="0" y2="1"><stop stop-color="#ece7de"/><stop offset="0.82" stop-color="#f4f0e9"/><stop offset="0.821" stop-color="#ded6c9"/><stop offset="1" stop-color="#e9e2d6"/></linearGradient>
<linearGradient id="body"><stop stop-color="${lit}"/><stop offset="1" stop-color="${shaded}"/></linearGradient>
<linearGradient id="shade" x2="0" y2="1"><stop stop-color="#f7e7bf"/><stop offset="0.6" stop-color="#fff4d6"/><stop offset="1" stop-color="#ffe1a1"/></linearGradient>
${glow === undefined ? '' : light('glow', glow, 1)}${pool === undefined ? '' : light('pool', pool, 0.22)}</defs>
<rect width="400" height="400" fill="url(#wall)"/>
${glow === undefined ? '' : '<rect width="400" height="400" fill="url(#glow)"/>'}
${pool === undefined ? '' : '<rect y="300" width="400" height="100" fill="url(#pool)"/>'}
<g color="${shaded}">${shapes}</g></svg>`;
}

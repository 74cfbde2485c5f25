/** The style of the widget: colours and type are those of the page around it, in the light and in the dark. */

export const WIDGET_STYLE = `
:host { display: block; font: inherit; color: inherit; }
:host([hidden]), [hidden] { display: none !important; }
/* What a page says of its own words would break these. */
.all { word-break: normal; overflow-wrap: anywhere; hyphens: manual; text-align: start; }
ol, ul { margin: 0; padding: 0; list-style: none; }
p { margin: .5em 0; }
.person { display: flex; flex-wrap: wrap; align-items: baseline; gap: .15em .9em; padding: .55em 0;
  border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
.person:last-child { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
.person { overflow-y: clip; }
.who { flex: 1; min-width: 60%; }
.name { font-weight: bold; margin-inline-end: .6em; }
.registry, .does, details { font-size: .875em; }
.does { display: flex; flex: 1 0 100%; flex-wrap: wrap; align-items: baseline; gap: .25em .9em; }
.does details { font-size: 1em; }
#caption { font-weight: bold; }
.genes { display: flex; flex-wrap: wrap; gap: .25em .4em; }
.gene { padding: .05em .5em; border: 1px solid color-mix(in srgb, currentColor 45%, transparent); border-radius: .4em; }
.past { border-style: dashed; }
em { font-style: normal; }
.does details[open] { flex-basis: 100%; }
details ul { margin-block: .25em; padding-inline-start: 1.2em; list-style: disc; }
summary { cursor: pointer; text-decoration: underline dotted; text-underline-offset: .2em; list-style: none; width: fit-content; }
summary::-webkit-details-marker { display: none; }
svg { width: .8em; height: .85em; fill: none; stroke: currentColor; stroke-width: 1.8; }
a { color: inherit; text-decoration: underline; text-underline-offset: .15em; }
button { font: inherit; color: inherit; background: none; border: 1px solid; border-radius: .4em; padding: .3em .8em; margin: .5em 0; cursor: pointer; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
`;

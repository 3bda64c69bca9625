// What outlives the page: files, links and pictures of a game.

import {h} from './dom.js';

function bytesToText(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const textToBytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const through = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream));

// A record as a part of a link, and back.
export async function packed(record) {
  const compressed = through(record, new CompressionStream('deflate-raw'));
  return bytesToText(new Uint8Array(await compressed.arrayBuffer()));
}

export const unpacked = async (text) =>
    through(textToBytes(text), new DecompressionStream('deflate-raw')).text();

// A link for anybody who has this program: the game is in it.
export async function gameLink(record, ply) {
  return `${location.origin}/#game=${await packed(record)}&ply=${ply}`;
}

// The part after '#' of a screen ('new', 'edit') with a game and a position.
export const positionHash = (screen, name, position) =>
    `#${screen}=${encodeURIComponent(name)}${position ? `&position=${encodeURIComponent(position)}` : ''}`;

// A link to this room, with a key that admits to it and to nothing else.
export const roomLink = (id, key) => `${location.origin}/#room=${id}&key=${key}`;

export function download(content, name, type) {
  const address = URL.createObjectURL(new Blob([content], {type}));
  h('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// A picture as PNG, `scale` times as large.
export async function png(svg, scale = 2) {
  const address = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    const fit = Math.min(scale, 8192 / Math.max(image.width, image.height));
    [canvas.width, canvas.height] = [image.width * fit, image.height * fit];
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

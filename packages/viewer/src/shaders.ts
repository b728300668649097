export const fullScreenVertex = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

/**
 * Edges from depth. On a plane 1/z (or z in a parallel projection) changes by an equal amount from pixel to pixel. So
 * its second difference is zero; elsewhere two surfaces meet or one ends. Alpha 0 marks a solid cut open by a section
 * plane (materials.ts). There the depth is that of the far wall, so only the outline of the cut is drawn.
 */
export const composeFragment = /* glsl */ `
uniform sampler2D tColor;
uniform sampler2D tDepth;
uniform vec2 texel;
uniform float near;
uniform float far;
uniform float parallel;
uniform float pixelScale;
uniform vec3 lineColor;
uniform float lineStrength;
varying vec2 vUv;

float evenDepth(vec2 at) {
  float d = texture2D(tDepth, at).x;
  return parallel > 0.5 ? -(near + d * (far - near)) : (far - d * (far - near)) / (near * far);
}

float turn(float second, float depth, float pixel) {
  return (parallel > 0.5 ? abs(second) : abs(second) * depth * depth) / pixel;
}

/**
 * How sharply the surface bends at the middle of five pixels in a row. It must bend with the nearest neighbours, with the
 * next ones and without the middle itself: a single wrong pixel, which every sliver triangle leaves, passes only two.
 */
float bend(float c, vec2 step, float depth, float pixel) {
  float l1 = evenDepth(vUv - step);
  float r1 = evenDepth(vUv + step);
  float l2 = evenDepth(vUv - 2.0 * step);
  float r2 = evenDepth(vUv + 2.0 * step);
  float second = l1 + r1 - 2.0 * c;
  float before = l1 - l2;
  float after = r2 - r1;
  float around = max(abs(after - before), abs(r1 - l1 - before - after));
  float wide = abs(l2 + r2 - 2.0 * c) * 0.5;
  float slope = turn(min(abs(second), min(wide, around)), depth, pixel);
  // Second differences are positive beside the nearer surface: without the weight a silhouette would be two pixels wide.
  float weight = second < 0.0 ? 1.0 : 1.0 - smoothstep(4.0, 12.0, slope);
  float noise = parallel > 0.5 ? 0.0 : depth / near * 2.4e-7 / pixelScale;
  float least = max(0.3, noise * 4.0);
  return smoothstep(least, least * 2.5, slope) * weight;
}

float dither(vec2 at) {
  return fract(sin(dot(at, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
}

void main() {
  vec4 colour = texture2D(tColor, vUv);
  vec2 dx = vec2(texel.x, 0.0);
  vec2 dy = vec2(0.0, texel.y);
  float centre = evenDepth(vUv);
  float depth = parallel > 0.5 ? -centre : 1.0 / max(centre, 1e-9);
  float pixel = parallel > 0.5 ? pixelScale : depth * pixelScale;
  float edge = max(bend(centre, dx, depth, pixel), bend(centre, dy, depth, pixel));
  if (texture2D(tDepth, vUv).x >= 1.0) edge = 0.0;
  // Far away many edges share a pixel; at full strength they would turn the building black.
  edge *= mix(1.0, 0.3, smoothstep(0.04, 0.5, pixel));

  float open = 1.0 - colour.a;
  float around = max(
    max(texture2D(tColor, vUv - dx).a, texture2D(tColor, vUv + dx).a),
    max(texture2D(tColor, vUv - dy).a, texture2D(tColor, vUv + dy).a)
  );
  edge = mix(edge * lineStrength, smoothstep(0.2, 0.7, around) * 0.9, smoothstep(0.4, 0.6, open));

  vec3 linear = mix(colour.rgb, lineColor, edge);
  vec3 low = linear * 12.92;
  vec3 high = 1.055 * pow(max(linear, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
  vec3 shown = mix(high, low, vec3(lessThanEqual(linear, vec3(0.0031308))));
  gl_FragColor = vec4(shown + dither(gl_FragCoord.xy) / 255.0, 1.0);
}`;

/** Depth of one pixel in three bytes. Alpha is zero where nothing was drawn. */
export const depthFragment = /* glsl */ `
uniform sampler2D tDepth;
uniform vec2 at;
void main() {
  float d = texture2D(tDepth, at).x;
  float whole = floor(d * 16777215.0 + 0.5);
  gl_FragColor = vec4(
    floor(whole / 65536.0) / 255.0,
    floor(mod(whole, 65536.0) / 256.0) / 255.0,
    mod(whole, 256.0) / 255.0,
    d < 1.0 ? 1.0 : 0.0
  );
}`;

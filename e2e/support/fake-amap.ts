/**
 * The part of AMap's JS API 2.0 that the product uses, for the browser. A pixel is 0.00001 degrees. Searches and addresses
 * go through the service host of the security setting, as in the real script: as a script with a callback.
 */
export const FAKE_AMAP = String.raw`(() => {
  const config = window._AMapSecurityConfig || {};
  const SCALE = 0.00001;
  const lnglat = (lng, lat) => ({ getLng: () => lng, getLat: () => lat });
  let serial = 0;
  const ask = (path, query) => new Promise((resolve, reject) => {
    serial += 1;
    const name = 'jsonp_' + serial + '_';
    const script = document.createElement('script');
    window[name] = (data) => { delete window[name]; script.remove(); resolve(data); };
    script.onerror = reject;
    script.src = config.serviceHost + path + '?' + new URLSearchParams({ ...query, callback: name });
    document.head.append(script);
  });
  class FakeMap {
    constructor(host, options) {
      this.host = host;
      this.centre = options.center;
      host.dataset.zoom = options.zoom;
      host.dataset.mode = options.viewMode;
      this.pane = document.createElement('div');
      this.pane.className = 'fake-amap';
      this.pane.style.cssText = 'position:absolute;inset:0;background:#dfe8df';
      host.append(this.pane);
      this.markers = [];
      this.draw();
    }
    draw() {
      this.host.dataset.centre = this.centre.join(',');
      for (const marker of this.markers) marker.draw();
    }
    at(x, y) {
      const box = this.pane.getBoundingClientRect();
      const round = (value) => Number(value.toFixed(6));
      return [
        round(this.centre[0] + (x - box.left - box.width / 2) * SCALE),
        round(this.centre[1] - (y - box.top - box.height / 2) * SCALE),
      ];
    }
    on(_event, listener) {
      this.pane.addEventListener('click', (event) => listener({ lnglat: lnglat(...this.at(event.clientX, event.clientY)) }));
    }
    add(marker) { this.markers.push(marker); marker.attach(this); }
    setZoomAndCenter(zoom, centre) { this.host.dataset.zoom = zoom; this.centre = centre; this.draw(); }
    destroy() { this.pane.remove(); }
  }
  class FakeMarker {
    constructor(options) { this.options = options; this.position = options.position; this.listeners = []; }
    attach(map) {
      this.map = map;
      this.element = document.createElement('div');
      this.element.className = 'fake-marker';
      this.element.style.cssText = 'position:absolute;width:20px;height:20px;margin:-10px;background:#c00';
      map.pane.append(this.element);
      this.element.addEventListener('click', (event) => event.stopPropagation());
      if (this.options.draggable)
        this.element.addEventListener('pointerdown', (down) => {
          this.element.setPointerCapture(down.pointerId);
          const move = (event) => this.setPosition(map.at(event.clientX, event.clientY));
          this.element.addEventListener('pointermove', move);
          this.element.addEventListener('pointerup', () => {
            this.element.removeEventListener('pointermove', move);
            for (const listener of this.listeners) listener();
          }, { once: true });
        });
      this.draw();
    }
    draw() {
      const { centre } = this.map;
      this.element.style.left = 'calc(50% + ' + (this.position[0] - centre[0]) / SCALE + 'px)';
      this.element.style.top = 'calc(50% - ' + (this.position[1] - centre[1]) / SCALE + 'px)';
    }
    on(_event, listener) { this.listeners.push(listener); }
    setPosition(position) { this.position = position; if (this.map) this.draw(); }
    getPosition() { return lnglat(...this.position); }
  }
  window.AMap = {
    Map: FakeMap,
    Marker: FakeMarker,
    Geocoder: class {
      getAddress(position, answer) {
        ask('/v3/geocode/regeo', { location: position.join(',') }).then((data) =>
          answer('complete', { regeocode: { formattedAddress: data.regeocode.formatted_address } }),
        );
      }
    },
    AutoComplete: class {
      search(word, answer) {
        ask('/v3/assistant/inputtips', { keywords: word, city: '110000' }).then((data) =>
          answer('complete', {
            tips: data.tips.map((tip) => ({ ...tip, location: lnglat(...tip.location.split(',').map(Number)) })),
          }),
        );
      }
    },
  };
  window.___onAPILoaded();
})();`;

// Axes: from numbers to places in a picture, and where to put the ticks.

#ifndef BOARDWALK_FRONTENDS_REPORT_AXIS_H_
#define BOARDWALK_FRONTENDS_REPORT_AXIS_H_

#include <vector>

namespace boardwalk::report {

class Axis {
 public:
  // From `low` to `high` or a little further, to where a tick is: multiples of
  // 1, 2 or 5 times a power of ten, at most `most_ticks` (from 2 on). Where the
  // two are equal there is some room on both sides. Ticks are `least_step`
  // apart or more, if that is above 0: 1 for whole things.
  static Axis Linear(double low, double high, int most_ticks,
                     double least_step = 0);
  // By logarithms. The ends are ticks 1, 2 or 5 times a power of ten, at most a
  // factor of five away. Numbers from 1e-12 to 1e18; others count as these.
  static Axis Logarithmic(double low, double high, int most_ticks);

  // Lies between the two in a picture, `from` for the lower end.
  void Place(double from, double to) {
    from_ = from;
    to_ = to;
  }
  // Where `number` is. One that is off the axis is at its end.
  double At(double number) const;
  const std::vector<double>& ticks() const { return ticks_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double Scaled(double number) const;

  bool logarithmic_ = false;
  double low_ = 0, high_ = 1;
  double from_ = 0, to_ = 1;
  std::vector<double> ticks_;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_AXIS_H_

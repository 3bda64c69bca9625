#include "frontends/python/game_fault.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace py = pybind11;

namespace boardwalk::python {

void GameFault::Keep() {
  if (IsKept()) return;
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (trace != nullptr) PyException_SetTraceback(value, trace);
  exception_ = py::reinterpret_steal<py::object>(value);
  Py_XDECREF(type);
  Py_XDECREF(trace);
  kept_ = true;
  for (const auto& [call, listener] : listeners_) listener();
}

GameCall::GameCall(std::vector<std::shared_ptr<GameFault>> faults)
    : faults_(std::move(faults)) {
  for (const auto& fault : faults_) ++fault->calls_;
}

GameCall::~GameCall() {
  for (const auto& fault : faults_) {
    fault->listeners_.erase(this);
    if (--fault->calls_ > 0) continue;
    fault->kept_ = false;
    fault->exception_ = py::object();
  }
}

bool GameCall::IsFaulty() const {
  return std::any_of(faults_.begin(), faults_.end(),
                     [](const auto& fault) { return fault->IsKept(); });
}

void GameCall::OnFault(const std::function<void()>& stop) {
  const py::gil_scoped_acquire acquire;
  for (const auto& fault : faults_) {
    fault->listeners_[this] = stop;
    if (fault->IsKept()) stop();
  }
}

void GameCall::Throw() const {
  for (const auto& fault : faults_) {
    if (!fault->IsKept()) continue;
    PyObject* const value = fault->exception_.ptr();
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(value)), value);
    throw py::error_already_set();
  }
}

}  // namespace boardwalk::python
